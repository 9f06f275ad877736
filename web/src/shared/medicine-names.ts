/** Which medicines may be the same substance, by the words that people and the directory of medications have for them. */
import { plainText } from '@portal/contract/plain-text.ts';

export interface Described {
  medicationName: string;
  description?: string;
}

/**
 * Whether what is taken may be what somebody is allergic to: they have a name in common, or what one is called stands in the description
 * of the other.
 */
export function meets(allergy: Described, taken: Described): boolean {
  if (isSameMedication(allergy, taken)) return true;
  if (saysNone(allergy) || saysNone(taken)) return false;
  const isToldOf = (one: Described, { description = '' }: Described) =>
    calledIn(one).some((name) => partsOf(description).some((part) => standsIn(name, part)));
  return isToldOf(allergy, taken) || isToldOf(taken, allergy);
}

/** Whether two medications have a name in common. What a description says beside may be about another one. */
export function isSameMedication(one: Described, other: Described): boolean {
  if (saysNone(one) || saysNone(other)) return false;
  const whole = lettersOf(one.medicationName);
  if (whole !== '' && whole === lettersOf(other.medicationName)) return true;
  const others = namesOf(other);
  return namesOf(one).some((name) => others.some((another) => standsIn(name, another) || standsIn(another, name)));
}

/** Whether a part has all words of a name, one after the other; what is too short for that is a name where it stands alone. */
const standsIn = (name: string, part: string): boolean =>
  name === part || (isLong(name) && ` ${part} `.includes(` ${name} `));
/** Digits that are left in a part belong to a name: "3TC", "B12". */
const isLong = (part: string): boolean => /\p{L}{3}|\d/u.test(part);

/** All names of a medicine. A further part of what it is called may be a remark, so no description is searched for it. */
function namesOf(one: Described): string[] {
  const [, ...further] = partsOf(one.medicationName);
  return [...calledIn(one), ...further.filter(isLong)];
}

/** What a medicine is called first, and the substances that the directory has for it. */
const calledIn = ({ medicationName, description = '' }: Described): string[] => [
  ...partsOf(medicationName).slice(0, 1),
  ...partsOf(genericIn(description)).filter(isLong),
];

/** What is picked from the directory is described as "aspirin, and caffeine, tablet, film coated, NDC 99902-1220". */
function genericIn(description: string): string {
  const [first = '', ...others] = /^(.*), NDC \S+$/s.exec(description)?.[1]?.split(',') ?? [];
  const further = others.slice(0, -1);
  const form = further.findIndex((part) => partsOf(part).length === 0);
  return [first, ...(form < 0 ? further : further.slice(0, form))].join(',');
}

/** Small letters without accents; "E.E.S." is "ees", "sulphate" is "sulfate". */
const plain = (text: string): string =>
  plainText(text)
    .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
    .replaceAll('sulph', 'sulf');

const lettersOf = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** How it is written down that there is nothing to be named. "No known allergies except penicillin" names something. */
const saysNone = ({ medicationName }: Described): boolean => none.test(lettersOf(medicationName));
const none =
  /^(na|nka|nkda|nil|none|noneknown|unknown|notknown|noknown((and|or|drug|food|medication|medicine|environmental)s?)*(allerg(y|ies)|nkd?a)*|no(drug)?allerg(y|ies))$/u;

/** The parts of a text that may each name a substance, without strengths, forms and salts. */
const partsOf = (text: string): string[] =>
  plain(text)
    .replace(strength, ' ')
    .replace(numbered, '$1$2')
    .replace(numberAlone, ' ')
    .replace(biosimilar, '')
    .split(/[,;:/+&()[\]]|\s[-–—]+\s|\band\b|\bwith\b/)
    .map((part) => (part.match(/\d+|\p{L}[\p{L}\p{N}]*/gu) ?? []).map(singular).filter((word) => !noNames.has(word)))
    .filter((words) => !words.every((word) => remarks.has(word)))
    .map((words) => withoutSalts(words).join(' '));

const singular = (word: string): string => word.replace(/(?<=\p{L}{2})s$/u, '');

/** "Losartan potassium" is losartan; potassium chloride, which begins with a salt, is a medicine of its own. */
function withoutSalts(words: readonly string[]): string[] {
  const begin = words.findIndex((word) => !salts.has(word));
  return words.filter((word, at) => begin < 0 || at < begin || !salts.has(word));
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(singular));
const units = setOf('day gm hour hr iu kg mcg meq mg million ml mmol ug unit week µg μg');
const counted = setOf('act actuation capsule dose puff spray tablet');
/**
 * Forms, ways of taking and of releasing, and what else stands beside names. "G", "V" and "VK" are such, so that an allergy to penicillin G
 * meets penicillin V, also where that is called penicillin VK.
 */
const noNames = setOf(`
  ${[...units, ...counted].join(' ')}
  aerosol autoinjector cap caplet cartridge coated concentrate cream drop elixir emulsion enema film flexpen foam gel granule gum
  implant inh inhalation inhaler inj injectable injection insert kit kwikpen liquid lotion lozenge neb nebulizer ointment paste patch
  pellet pen pill powder prefilled shampoo soap softgel sol soln solostar solution stick suppository susp suspension swab syringe
  syrup tab vial wafer
  buccal chewable disintegrating effervescent enteric intramuscular intravenous metered nasal ophthalmic oral orally otic rectal subcutaneous
  sublingual topical transdermal vaginal
  controlled cr delayed dr ec er extended hfa immediate la odt release sr sustained xl xr
  anhydrous dibasic dihydrate hydrate monobasic monohydrate trihydrate
  as bedtime bid daily food meal needed prn qam qhs qid qpm tid twice water weekly
  allergic allergies allergy brand drug extra free generic high low otc relief reliever rx strength sugar
  at by for g in ndc of on per the to v vk w`);
const salts = setOf(`
  acetate alafenamide axetil benzathine besylate bicarbonate bitartrate bromide butyrate calcium carbonate chloride citrate cypionate
  decanoate dipotassium dipropionate disodium disoproxil enanthate ethylsuccinate fumarate furoate gluconate hbr hcl hyclate
  hydrobromide hydrochloride iodide lactate magnesium malate maleate medoxomil mesylate nitrate palmitate pamoate phosphate potassium
  propionate sodium stearate succinate sulfate tartrate tosylate tromethamine valerate zinc`);
/** What a medicine is for, how it was borne, and that nothing else is known. */
const remarks = setOf(`
  anaphylaxis asthma blood childhood cholesterol cold cough diabetes diarrhea fever flu gi headache heart hives itching itchy known
  nausea nka nkda no pain pressure rash reaction sleep stomach swelling upset vomiting`);

const oneOf = (words: Iterable<string>) => `(?:${[...words].join('|')}|[dghl])s?(?![\\p{L}\\p{N}])`;
const per = `\\s*[/-]\\s*[\\d.,]*\\s*${oneOf([...units, ...counted])}`;
/** "100 mcg-5 mcg/actuation". The number of "Omega-3 capsules" is none. */
const strength = new RegExp(`(?<![\\p{L}\\p{N}.,]|\\p{L}-)\\d[\\d.,]*[\\s-]*${oneOf(units)}(?:${per})*`, 'gu');
/** A number after a letter, also a Greek one, belongs to it: "B-12", "beta 1a". */
const numbered = /(?<![\p{L}\p{N}])(\p{L}|alpha|beta|gamma|omega)[\s-]*(\d{1,2}\p{L}?)(?![\p{L}\p{N}]|[.,]\d)/gu;
/** A number that is joined to no letter: "Metformin 500", but neither "5-FU" nor "PCV-20". */
const numberAlone = /(?<![\p{L}\p{N}.,]|\p{L}-)\d[\d.,]*(?![\p{L}\p{N}]|-\p{L})/gu;
/** "Insulin glargine-yfgn". */
const biosimilar = /(?<=mab|cept|stim|alfa|glargine|aspart)-\p{L}{4}(?!\p{L})/gu;
