/** Pictures of screens as somebody sees them, with what axe finds and what does not fit. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { desktop, type Person, phone } from './browser.ts';

const sizes = { phone, desktop };
/** Takes one picture for each size; the same name is taken once. */
export type Camera = (name: string) => Promise<void>;

/** What is found wrong is printed under the name of its picture. */
export function openCamera(folder: string, person: Person, account: string): Camera {
  const { page } = person;
  const taken = new Set<string>();
  for (const size of Object.keys(sizes)) mkdirSync(join(folder, size), { recursive: true });
  return async (name) => {
    const file = `${account}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 120);
    if (taken.has(file)) return;
    taken.add(file);
    console.log(file);
    for (const [size, view] of Object.entries(sizes)) {
      await page.setViewportSize(view);
      await settled(person);
      const shoot = (more = '', fullPage = false) =>
        page.screenshot({ path: join(folder, size, `${file}${more}.png`), fullPage });
      // A dialog is as high as the window, and what is below scrolls in it; a page is longer.
      const inDialog = (await page.getByRole('dialog').count()) > 0;
      await shoot('', !inDialog);
      if (inDialog && (await scrollDialog(person, 'end'))) {
        await shoot('-end');
        await scrollDialog(person, 'start');
      }
      for (const fault of [...(await misfits(person)), ...(await person.barriers())])
        console.log(`  ! ${size}: ${fault}`);
    }
  };
}

/** Nothing is being loaded any more. */
async function settled({ page }: Person): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'hidden' });
}

/** Scrolls the topmost dialog; says whether there is more of it than is seen. */
const scrollDialog = ({ page }: Person, to: 'start' | 'end'): Promise<boolean> =>
  page.evaluate((where) => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
    const around = [dialog, ...(dialog?.querySelectorAll('*') ?? []), dialog?.parentElement];
    const longer = around.filter((one) => {
      if (!one || one.scrollHeight <= one.clientHeight + 4) return false;
      return /auto|scroll/.test(getComputedStyle(one).overflowY);
    });
    for (const one of longer) one?.scrollTo({ top: where === 'end' ? one.scrollHeight : 0 });
    return longer.length > 0;
  }, to);

/** What makes the page scroll sideways, and words that are cut off without dots. */
const misfits = ({ page }: Person): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push(`${over} px too wide`);
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(one);
      const hidden =
        /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && clip === 'auto' && clipPath === 'none';
      const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (hidden && words && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        found.push(`cut off: "${one.textContent?.trim().slice(0, 60)}"`);
    }
    return found;
  });
