/** The identifier of a made-up device. */
export const imeiOf = (device: number): string => String(350_000_000_000_000 + device);
