/** Logos travel as base64 without their type (CRD-06): their first bytes tell it. */
const types = { iVBOR: 'image/png', '/9j/': 'image/jpeg', UklGR: 'image/webp' } as const;

export function asImage(base64: string): string {
  const type = Object.entries(types).find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png';
  return `data:${type};base64,${base64}`;
}
