import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';
import type { Brand } from '#api/page.ts';

/** The look of every screen: the brand's one colour for what can be acted on, grey for the rest. */
export const theme = ({ colours }: Brand): MantineThemeOverride =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    colors: { brand: shades(colours.primary) },
    defaultRadius: 6,
    fontFamily:
      '"Segoe UI Variable Text", "Segoe UI", -apple-system, BlinkMacSystemFont, Inter, system-ui, Roboto, "Helvetica Neue", Arial, sans-serif',
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.3' },
        h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
      },
    },
    // OPN-35.
    breakpoints: { xs: '0em', sm: '37.5em', md: '60em', lg: '80em', xl: '100em' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver: (input) => {
      const colors = defaultVariantColorsResolver(input);
      const ofBrand = !input.color || input.color === 'brand';
      return input.variant === 'filled' && ofBrand ? { ...colors, color: colours.onPrimary } : colors;
    },
    components: {
      // By name, because naming the components themselves would bring them into the sign-in page.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Button: { styles: { root: { fontWeight: 500 } } },
      // Tables, fields and what is said beside them are read as one.
      Text: { defaultProps: { size: 'sm' } },
    },
  });

/** Texts that Mantine draws too pale to be read by everyone (WCAG 2.2 AA). */
export const variables =
  ({ colours }: Brand): CSSVariablesResolver =>
  () => ({
    variables: { '--portal-primary': colours.primary, '--portal-on-primary': colours.onPrimary },
    light: {
      // What is due now.
      '--portal-amber': '#8f5600',
      '--mantine-color-error': 'var(--mantine-color-red-9)',
      '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
      '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
      '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
      '--mantine-color-anchor': colours.primary,
      '--mantine-primary-color-contrast': colours.onPrimary,
    },
    dark: {},
  });

/** Ten shades around one colour; the seventh is the colour itself. */
function shades(colour: string): MantineColorsTuple {
  const mixed = (other: string, share: number) => mix(colour, other, share);
  return [
    mixed('#ffffff', 0.93),
    mixed('#ffffff', 0.85),
    mixed('#ffffff', 0.7),
    mixed('#ffffff', 0.52),
    mixed('#ffffff', 0.34),
    mixed('#ffffff', 0.16),
    colour,
    mixed('#000000', 0.12),
    mixed('#000000', 0.24),
    mixed('#000000', 0.38),
  ];
}

function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)];
  const mixed = a.map((value, i) => Math.round(value * (1 - share) + (b[i] ?? 0) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channels = (colour: string): number[] =>
  (colour.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16));
