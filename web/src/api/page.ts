import type { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';

export type Brand = Ours<(typeof brandOfHost)['reply']>;

/** What the server wrote into this page: the brand of the host and the mode it runs in (BRN-01). */
export interface PageData {
  brand: Brand;
  /** The page shows a brand that its host does not have yet. */
  isTried?: boolean;
  mode: 'development' | 'test' | 'staging' | 'production';
  /** NAV-05, OPN-38: empty where there is no physician dashboard. */
  physicianDashboard?: string;
}

/** Stands in where a page was not written by our server, such as under the development server of the bundler. */
const unbranded: PageData = {
  mode: 'development',
  brand: {
    key: 'default',
    name: 'Trellis',
    title: 'Trellis',
    logo: '/brands/default/logo.svg',
    signInImage: '/brands/default/sign-in.svg',
    favicon: '/brands/default/favicon.svg',
    colours: { primary: '#0f6b6b', onPrimary: '#ffffff' },
    email: 'support@trellis.example',
    phone: null,
    terms: '',
    companyName: 'Trellis',
    showsFooter: true,
    alerts: [],
    demoMode: false,
    callMode: false,
    callLine: 'test',
  },
};

let data: PageData | undefined;

/** Known before the first paint and without a call. */
export function pageData(): PageData {
  data ??= {
    ...unbranded,
    ...(JSON.parse(document.getElementById('portal')?.textContent || '{}') as Partial<PageData>),
  };
  return data;
}

/** The nonce that the content security policy allows for the styles made in the browser. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Another page, for tests. */
export function setPageData(given: Partial<PageData> | undefined): void {
  data = given && { ...unbranded, ...given };
}
