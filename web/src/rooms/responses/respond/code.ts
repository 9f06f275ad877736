/** The code of the link that led here. It is as good as the patient's name: it leaves the address at once. */
const kept = 'respond.code';

/** Takes the code out of the address; a reload of the same tab finds it again. */
export function takeCode(): string | null {
  const given = new URLSearchParams(window.location.search).get('code');
  try {
    if (given) sessionStorage.setItem(kept, given);
    else return sessionStorage.getItem(kept);
  } catch {
    // A browser that keeps nothing: the link itself still works.
  } finally {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
    tellNoReferrer();
  }
  return given;
}

export function forgetCode(): void {
  try {
    sessionStorage.removeItem(kept);
  } catch {
    // Nothing was kept.
  }
}

/** Whatever is asked for from this page on, nobody is told where from. */
function tellNoReferrer(): void {
  if (document.querySelector('meta[name="referrer"]')) return;
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'no-referrer';
  document.head.append(meta);
}
