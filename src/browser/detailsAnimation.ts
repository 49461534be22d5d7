/** Those that move, and whether they open. */
const moving = new Map<HTMLDetailsElement, {animation: Animation; opens: boolean}>();

/** Length in milliseconds, as the theme has it for what else folds: the higher, the longer, but less than in proportion. */
function durationFor(height: number): number {
  const lines = height / 36;
  return Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10);
}

function heightWhen(details: HTMLDetailsElement, open: boolean): number {
  details.open = open;
  return details.offsetHeight;
}

/** Opens or closes a `details` element in the time that its content's height asks for. */
export function toggleDetails(details: HTMLDetailsElement): void {
  const last = moving.get(details);
  const from = details.offsetHeight;
  last?.animation.cancel();
  const opens = last ? !last.opens : !details.open;
  const closed = heightWhen(details, false);
  const open = heightWhen(details, true);
  details.style.overflow = 'hidden';
  const animation = details.animate([{height: `${from}px`}, {height: `${opens ? open : closed}px`}], {
    duration: durationFor(open - closed),
    easing: 'ease-in-out',
  });
  moving.set(details, {animation, opens});
  animation.onfinish = () => {
    moving.delete(details);
    details.open = opens;
    details.style.overflow = '';
  };
}
