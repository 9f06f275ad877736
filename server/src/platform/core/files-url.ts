/** Where files lie, as FILES_URL says it: in DATA_DIR, or in a bucket of a store that speaks the S3 protocol. */

export interface Bucket {
  name: string;
  endpoint: string;
  region: string;
  /** What every name in it begins with; empty, or with a slash at its end. */
  prefix: string;
}

const usualRegion = 'us-east-1';
const options = ['endpoint', 'region', 'prefix'];

/** The end of a sentence about what is wrong with it, or null. It repeats nothing, for people write credentials into addresses. */
export function wrongFilesUrl(text: string): string | null {
  if (text === 'file:') return null;
  const url = URL.parse(text);
  if (url?.protocol !== 's3:')
    return 'must be "file:", which is DATA_DIR, or an address such as s3://bucket?endpoint=https://s3.example.com';
  if (url.username !== '' || url.password !== '')
    return 'must not hold a name or a password; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are for that';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    return 'must name a bucket, such as s3://bucket?endpoint=…: 3 to 63 lower-case letters, digits, dots and hyphens';
  if (!['', '/'].includes(url.pathname) || url.hash !== '')
    return 'must name the bucket alone before its options; a folder in it is the option prefix';
  const given = [...url.searchParams.keys()];
  if (given.some((option, at) => !options.includes(option) || given.indexOf(option) !== at))
    return 'takes the options endpoint, region and prefix, each once';
  const endpoint = URL.parse(url.searchParams.get('endpoint') ?? '');
  if (!endpoint || !['https:', 'http:'].includes(endpoint.protocol) || endpoint.search !== '' || endpoint.hash !== '')
    return 'must name the endpoint of the store, such as s3://bucket?endpoint=https://s3.example.com';
  if (endpoint.username !== '' || endpoint.password !== '')
    return 'must not hold a name or a password; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are for that';
  const region = url.searchParams.get('region');
  if (region === null && endpoint.hostname.endsWith('.amazonaws.com'))
    return 'must name the region of the bucket, such as region=eu-central-1';
  if (region !== null && !/^[a-z0-9-]{1,40}$/i.test(region)) return 'must name a region such as eu-central-1';
  const prefix = url.searchParams.get('prefix') ?? '';
  if (!/^([\w-][\w.-]{0,99}\/?){0,8}$/.test(prefix))
    return 'must name a prefix of letters, digits, dots, hyphens and slashes, such as prefix=portal/';
  return null;
}

/** None where files lie in DATA_DIR. Of what is right only. */
export function bucketOf(text: string): Bucket | undefined {
  if (text === 'file:') return undefined;
  const { host: name, searchParams: given } = new URL(text);
  const prefix = given.get('prefix') ?? '';
  return {
    name,
    endpoint: given.get('endpoint') ?? '',
    region: given.get('region') ?? usualRegion,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
  };
}

/** Whether what goes there goes in the clear (PRV-06). */
export const isInTheClear = ({ endpoint }: Bucket): boolean => new URL(endpoint).protocol !== 'https:';
