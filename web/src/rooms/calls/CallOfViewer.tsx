import { lazyDialog } from '#kit/lazy-part.tsx';
import { useCurrentCall } from './current.ts';

const CallPanel = lazyDialog(() => import('./CallPanel.tsx'), 'CallPanel');

/** Beside every page of the portal, for as long as there is a call. */
export function CallOfViewer() {
  const [current, change] = useCurrentCall();
  return current && <CallPanel key={current.patient.uId} current={current} onChange={change} />;
}
