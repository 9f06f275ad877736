import { useMatches } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    open?: boolean;
    betterOnDesktop?: boolean;
  }
}

/** What the route table says of the page that is shown. */
export const usePageData = () => useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
