/** OPN-16, SEC-19: only a path inside the portal is followed, anything else leads to `/`. */
export function safePath(wanted: unknown): string {
  if (typeof wanted !== 'string') return '/';
  return isInside(wanted) && isInside(decoded(wanted)) ? wanted : '/';
}

/** The address of an open page that leads on, after sign-in, to where somebody wanted to go (OPN-15). */
export function withRedirect(page: string, wanted: unknown): string {
  const path = safePath(wanted);
  return path === '/' ? page : `${page}?${new URLSearchParams({ redirect: path }).toString()}`;
}

// eslint-disable-next-line no-control-regex -- browsers drop tabs and line breaks, which would uncover a second slash
const isInside = (path: string): boolean => /^\/(?!\/)/.test(path) && !/[\\\u0000-\u001f]/.test(path);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
