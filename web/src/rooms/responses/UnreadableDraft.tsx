import { asClinicTime } from '#kit/clinic-time.ts';
import { Notice } from '#kit/Notice.tsx';

/** There is a draft that this release cannot read. */
export const UnreadableDraft = ({ savedAt }: { savedAt: Date }) => (
  <Notice tone="warning">
    What you entered until {asClinicTime(savedAt)} was saved by another version of the portal and cannot be shown. What
    you enter here takes its place.
  </Notice>
);
