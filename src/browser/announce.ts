let region: HTMLElement | undefined;

/** Has screen readers say a message without moving the focus. */
export function announce(message: string): void {
  const status = (region ??= document.body.appendChild(document.createElement('div')));
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');
  status.textContent = '';
  // A region is read when its text changes, and only if it was there before.
  setTimeout(() => (status.textContent = message), 50);
}
