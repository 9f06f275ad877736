import {
  type CSSVariablesResolver,
  DEFAULT_THEME,
  type MantineColorsTuple,
  type MantineThemeOverride,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';
import type { Brand } from '#api/page.ts';
import { contrast, mix, standsOut } from './colours.ts';

/** What floats comes and goes at once; Mantine itself keeps still where the system asks for no motion. */
const soon = { transitionProps: { duration: 100 } };
const floats = { ...soon, shadow: 'md' };

/**
 * The look of every screen: the brand's one colour for what can be acted on, grey for the rest.
 * Weights are 400, 500 and, for what a screen or dialog is called, 600; sizes 14 px, 13 in tables, on a grid of 4 px.
 */
export const theme = ({ colours }: Brand): MantineThemeOverride =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    colors: { brand: shades(colours.primary), dark: [...night] },
    black: '#16191d',
    defaultRadius: 6,
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
    fontFamily:
      '"Segoe UI Variable Text", "Segoe UI", -apple-system, BlinkMacSystemFont, Inter, system-ui, Roboto, "Helvetica Neue", Arial, sans-serif',
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    headings: {
      fontWeight: '500',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.3', fontWeight: '600' },
        h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
      },
    },
    // OPN-35.
    breakpoints: { xs: '0em', sm: '37.5em', md: '60em', lg: '80em', xl: '100em' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver: (input) => {
      const resolved = defaultVariantColorsResolver(input);
      if (input.variant !== 'filled') return resolved;
      if (!input.color || input.color === 'brand') return { ...resolved, color: 'var(--portal-on-primary)' };
      // Its next shade, which is text in the dark.
      return input.color === 'red.8' ? { ...resolved, hover: 'var(--portal-danger-hover)' } : resolved;
    },
    components: {
      // By name, because naming the components themselves would bring them into the sign-in page.
      // PRV-09: a browser keeps nothing of what is typed, and offers it to nobody, unless the field says what it is.
      Input: { defaultProps: { autoComplete: 'off' } },
      Menu: { defaultProps: { ...floats, withInitialFocusPlaceholder: false } },
      Popover: { defaultProps: floats },
      Tooltip: { defaultProps: soon },
      // Tables, fields and what is said beside them are read as one.
      Text: { defaultProps: { size: 'sm' } },
    },
  });

/** From words to what lies behind the page. */
const night = [
  '#e4e7eb',
  '#ced3da',
  '#a9b0bb',
  '#8b93a0',
  '#414853',
  '#2d333b',
  '#23282f',
  '#1d2127',
  '#16191e',
  '#101317',
] as const satisfies MantineColorsTuple;
const ground = night[7];

/** The greys by their places in the light: what is palest there lies furthest behind here. */
const nightGreys = [
  night[8],
  '#272c34',
  '#2d333b',
  '#3a414b',
  '#4b535f',
  '#6b7380',
  '#7f8895',
  night[2],
  night[1],
  night[0],
] as const;

/** Of these the palest two are behind words and the last is words. */
const spoken = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'];

/** Texts that Mantine draws too pale to be read by everyone (WCAG 2.2 AA), and the dark. */
export const variables =
  ({ colours }: Brand): CSSVariablesResolver =>
  () => ({
    variables: { '--portal-danger-hover': '#c92a2a' },
    light: {
      '--portal-primary': colours.primary,
      '--portal-on-primary': colours.onPrimary,
      // What is due now.
      '--portal-amber': '#8f5600',
      '--mantine-color-error': 'var(--mantine-color-red-9)',
      '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
      '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
      '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
      '--mantine-color-anchor': colours.primary,
      '--mantine-primary-color-contrast': colours.onPrimary,
    },
    dark: dark(colours),
  });

/** The same names with what they are in the dark; a brand keeps its hue and becomes as light as it must to be seen. */
export function dark({ primary, onPrimary }: Brand['colours']): Record<string, string> {
  const behind = [mix(primary, ground, 0.82), mix(primary, ground, 0.74)] as const;
  const filled = standsOut(primary, ground, 3);
  const words = standsOut(standsOut(primary, behind[1], 4.6), nightGreys[1], 4.6);
  const onFilled =
    contrast(filled, onPrimary) >= 4.5 ? onPrimary : contrast(filled, '#ffffff') >= 4.5 ? '#ffffff' : '#000000';
  const brand = [
    ...behind,
    mix(primary, ground, 0.6),
    mix(primary, ground, 0.4),
    words,
    words,
    filled,
    filled,
    words,
    words,
  ];
  const named = (name: string, values: readonly string[]) =>
    values.map((value, shade) => [`--mantine-color-${name}-${shade}`, value] as const);
  return {
    ...Object.fromEntries(named('brand', brand)),
    ...Object.fromEntries(named('gray', nightGreys)),
    ...Object.fromEntries(
      spoken.flatMap((name) => {
        const hue = DEFAULT_THEME.colors[name]?.[6] ?? primary;
        return [
          [`--mantine-color-${name}-0`, mix(hue, ground, 0.88)],
          [`--mantine-color-${name}-1`, mix(hue, ground, 0.82)],
          [`--mantine-color-${name}-9`, mix(hue, '#ffffff', 0.45)],
        ] as const;
      }),
    ),
    '--portal-primary': filled,
    '--portal-on-primary': onFilled,
    '--portal-amber': '#ffd43b',
    '--mantine-primary-color-contrast': onFilled,
    '--mantine-color-brand-filled': filled,
    '--mantine-color-brand-filled-hover': mix(filled, contrast(onFilled, '#000000') > 10 ? '#000000' : '#ffffff', 0.1),
    '--mantine-color-brand-light': behind[0],
    '--mantine-color-brand-light-hover': behind[1],
    '--mantine-color-brand-light-color': words,
    '--mantine-color-brand-text': words,
    '--mantine-color-brand-outline': words,
    '--mantine-color-anchor': words,
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-dimmed': night[2],
    '--mantine-color-placeholder': night[2],
    '--mantine-color-disabled': night[5],
    '--mantine-color-disabled-color': night[3],
    '--mantine-color-default-color': night[0],
    '--mantine-color-default-border': '#4b535f',
    '--mantine-color-dark-text': night[0],
    '--mantine-color-dark-light-hover': night[5],
    '--mantine-color-dark-light-color': night[0],
    '--mantine-color-gray-filled': '#4b535f',
    '--mantine-color-gray-light': night[5],
    '--mantine-color-gray-light-hover': night[4],
    '--mantine-color-gray-light-color': night[0],
  };
}

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
