import { useBrand } from '#api/viewer.ts';

/** Whether sample content is shown (decisions, "Conversations, modes"); where the server does not say so, it is not. */
export const useDemoMode = (): boolean => useBrand().demoMode;
