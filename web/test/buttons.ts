/** Whether a button cannot be pressed now. One that sends a form keeps the focus all the same, which a disabled one could not. */
export const isOff = (button: HTMLButtonElement): boolean =>
  button.disabled || button.getAttribute('aria-disabled') === 'true';
