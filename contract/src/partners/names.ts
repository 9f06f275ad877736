/** Partners may be called alike: what tells branches of one chain apart wherever one of them is chosen. */
import { z } from 'zod';

/** Of a partner in a reply: what tells it from others of its kind and name that the reader knows of, where there are any. */
export const tellsApart = z.string().optional();

interface Known {
  partnerId: number;
  name: string;
  city: string | null | undefined;
  street: string | null | undefined;
}

/** Of one key is what looks alike to whoever reads it: as `name_key` of the database compares names. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu, '')
    .replace(/[\s\u0085\u2800]+/g, ' ')
    .replace(/[\u02d7\u2010-\u2015\u2043\u2212]/g, '-')
    .trim()
    .toLowerCase();

/** By its number, for each of them that is called as another one: its city, else its city and street, else its number. */
export function tellApart(partners: readonly Known[]): ReadonlyMap<number, string> {
  const alike = new Map<string, Known[]>();
  for (const partner of partners) {
    const name = keyOf(partner.name);
    alike.set(name, [...(alike.get(name) ?? []), partner]);
  }
  const ways = [
    ({ city }: Known) => city ?? '',
    ({ city, street }: Known) => [city, street].filter(Boolean).join(', '),
    ({ partnerId }: Known) => `no. ${partnerId}`,
  ];
  return new Map(
    [...alike.values()]
      .filter((some) => some.length > 1)
      .flatMap((some) =>
        some.map((partner) => {
          const isItsOwn = (way: (one: Known) => string) =>
            keyOf(way(partner)) !== '' &&
            some.every((one) => one === partner || keyOf(way(one)) !== keyOf(way(partner)));
          return [partner.partnerId, ways.find(isItsOwn)?.(partner) ?? ''] as const;
        }),
      ),
  );
}

/** Such as "Northgate Pharmacy (Boston)". */
export const nameApart = (name: string, apart: string | undefined): string => (apart ? `${name} (${apart})` : name);
