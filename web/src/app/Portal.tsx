import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortalRouter, leaveWhenSessionEnds } from './router.tsx';

/** Every page of the portal, by its address. */
export default function Portal() {
  const [router] = useState(() => createPortalRouter());
  useEffect(() => leaveWhenSessionEnds(router), [router]);
  return <RouterProvider router={router} />;
}
