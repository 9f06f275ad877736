import { Outlet } from '@tanstack/react-router';
import { useInputOnOpenPages } from './input-watch.ts';

/** Around every page that needs no session. */
export function OpenPages() {
  useInputOnOpenPages();
  return <Outlet />;
}
