import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchAhead } from './fetch-ahead.ts';
import { createPortalRouter, leaveWhenSessionEnds } from './router.tsx';

/** Every page of the portal, by its address. */
export default function Portal() {
  const [router] = useState(() => createPortalRouter());
  useEffect(() => leaveWhenSessionEnds(router), [router]);
  useEffect(() => fetchAhead(), []);
  return <RouterProvider router={router} />;
}
