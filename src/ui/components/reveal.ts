/** Brings an element into sight where it is not, and no further. Where nothing is laid out (a test), nothing moves. */
export const reveal = (element: Element | null | undefined): void =>
  element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
