import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StepFocus } from './StepFocus.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('takes the focus without moving the page, and brings no more into sight than where the step begins', () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  const revealed: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    revealed.push(this);
  });
  const { rerender } = render(
    <StepFocus at="list">
      <p>List</p>
    </StepFocus>,
  );
  expect([focus.mock.calls, revealed]).toEqual([[], []]);
  rerender(
    <StepFocus at="form">
      <p>Form</p>
    </StepFocus>,
  );
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  expect(revealed.map(({ className, textContent }) => [className, textContent])).toEqual([['step-beginning', '']]);
  expect(document.activeElement?.textContent).toBe('Form');
});
