/** Offers the demo accounts on the sign-in page. The server adds this script in development mode only. */
interface Account {
  email: string;
  password: string;
  company: string;
  type: string;
  mfa: boolean;
  hint: string;
}

const accounts: Promise<Account[]> = fetch('/api/dev/demo-accounts')
  .then((response) => (response.ok ? (response.json() as Promise<{ accounts: Account[] }>) : { accounts: [] }))
  .then((reply) => reply.accounts)
  .catch(() => []);

// The place for it comes and goes with the sign-in page.
new MutationObserver(offer).observe(document.body, { childList: true, subtree: true });
offer();

function offer(): void {
  const place = document.getElementById('portal-dev');
  if (!place || place.dataset['offered']) return;
  place.dataset['offered'] = 'true';
  void accounts.then((known) => known.length > 0 && place.append(panel(known)));
}

function panel(known: readonly Account[]): HTMLElement {
  const details = element('details', { marginTop: '8px', fontSize: '14px' });
  details.open = window.innerWidth >= 600;
  const summary = element('summary', { cursor: 'pointer', fontWeight: '600' }, 'Demo accounts');
  const hint = element('p', { margin: '8px 0 0', color: 'var(--mantine-color-gray-7)' });
  hint.setAttribute('role', 'status');
  const list = element('div', {
    marginTop: '8px',
    maxHeight: '15rem',
    overflowY: 'auto',
    border: '1px solid var(--mantine-color-gray-3)',
    borderRadius: '6px',
  });
  list.setAttribute('role', 'group');
  list.setAttribute('aria-label', 'Demo accounts');
  for (const account of known) list.append(row(account, hint));
  details.append(summary, list, hint);
  return details;
}

function row(account: Account, hint: HTMLElement): HTMLElement {
  const button = element('button', {
    display: 'block',
    width: '100%',
    padding: '8px 12px',
    border: '0',
    borderBottom: '1px solid var(--mantine-color-gray-2)',
    background: 'none',
    textAlign: 'left',
    font: 'inherit',
    cursor: 'pointer',
  });
  button.type = 'button';
  const about = [account.type, account.company, ...(account.mfa ? ['asks for a code'] : [])].join(' · ');
  button.append(
    element('span', { display: 'block' }, account.email),
    element('span', { display: 'block', fontSize: '12px', color: 'var(--mantine-color-gray-7)' }, about),
  );
  button.addEventListener('click', () => {
    fill('email', account.email);
    fill('password', account.password);
    hint.textContent = account.hint;
  });
  return button;
}

/** As if it had been typed: React hears of a value only through the native setter and an input event. */
function fill(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!input) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, style: Partial<CSSStyleDeclaration>, text?: string) {
  const made = document.createElement(tag);
  Object.assign(made.style, style);
  if (text !== undefined) made.textContent = text;
  return made;
}
