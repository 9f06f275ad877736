/**
 * Writes the bundled directory of medications: `npm run drug-directory`. It is sample data. Names, strengths and forms are
 * of real products; the NDCs are made up, in the form of real ones, of a labeler that nobody has.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { wordsOf } from '../server/src/operator/read-options.ts';

wordsOf({ options: {} });

/** Brand, generic name, form, strengths. Of most a product under the generic name alone is listed as well. */
const products = `
Lipitor|atorvastatin|tablet, film coated|10 mg,20 mg,40 mg,80 mg
Zocor|simvastatin|tablet, film coated|10 mg,20 mg,40 mg
Crestor|rosuvastatin|tablet, film coated|5 mg,10 mg,20 mg,40 mg
Glucophage|metformin|tablet, film coated|500 mg,850 mg,1000 mg
Amaryl|glimepiride|tablet|1 mg,2 mg,4 mg
Jardiance|empagliflozin|tablet, film coated|10 mg,25 mg
Farxiga|dapagliflozin|tablet, film coated|5 mg,10 mg
Januvia|sitagliptin|tablet, film coated|25 mg,50 mg,100 mg
Lantus|insulin glargine|injection, solution|100 units/mL
Humalog|insulin lispro|injection, solution|100 units/mL
Ozempic|semaglutide|injection, solution|0.25 mg,0.5 mg,1 mg
Victoza|liraglutide|injection, solution|6 mg/mL
Lasix|furosemide|tablet|20 mg,40 mg,80 mg
Aldactone|spironolactone|tablet, film coated|25 mg,50 mg,100 mg
Demadex|torsemide|tablet|5 mg,10 mg,20 mg
Entresto|sacubitril and valsartan|tablet, film coated|24 mg/26 mg,49 mg/51 mg,97 mg/103 mg
Coreg|carvedilol|tablet, film coated|3.125 mg,6.25 mg,12.5 mg,25 mg
Toprol-XL|metoprolol succinate|tablet, extended release|25 mg,50 mg,100 mg
Zebeta|bisoprolol|tablet, film coated|5 mg,10 mg
Zestril|lisinopril|tablet|5 mg,10 mg,20 mg,40 mg
Altace|ramipril|capsule|2.5 mg,5 mg,10 mg
Cozaar|losartan|tablet, film coated|25 mg,50 mg,100 mg
Diovan|valsartan|tablet|40 mg,80 mg,160 mg
Norvasc|amlodipine|tablet|2.5 mg,5 mg,10 mg
Lanoxin|digoxin|tablet|0.125 mg,0.25 mg
Eliquis|apixaban|tablet, film coated|2.5 mg,5 mg
Xarelto|rivaroxaban|tablet, film coated|10 mg,15 mg,20 mg
Coumadin|warfarin|tablet|1 mg,2 mg,3 mg,5 mg
Plavix|clopidogrel|tablet, film coated|75 mg
Bayer Aspirin|aspirin|tablet|81 mg,325 mg
Tylenol|acetaminophen|tablet|325 mg,500 mg
Advil|ibuprofen|tablet, coated|200 mg
Aleve|naproxen sodium|tablet|220 mg
Prilosec|omeprazole|capsule, delayed release|10 mg,20 mg,40 mg
Nexium|esomeprazole|capsule, delayed release|20 mg,40 mg
Protonix|pantoprazole|tablet, delayed release|20 mg,40 mg
Zyloprim|allopurinol|tablet|100 mg,300 mg
Synthroid|levothyroxine|tablet|25 mcg,50 mcg,75 mcg,100 mcg
Deltasone|prednisone|tablet|5 mg,10 mg,20 mg
Ventolin HFA|albuterol|aerosol, metered|90 mcg/actuation
Flovent|fluticasone|aerosol, metered|110 mcg/actuation
Spiriva|tiotropium|capsule|18 mcg
Singulair|montelukast|tablet, film coated|4 mg,5 mg,10 mg
Zithromax|azithromycin|tablet, film coated|250 mg,500 mg
Amoxil|amoxicillin|capsule|250 mg,500 mg
Augmentin|amoxicillin and clavulanate|tablet, film coated|500 mg/125 mg,875 mg/125 mg
Cipro|ciprofloxacin|tablet, film coated|250 mg,500 mg
Bactrim|sulfamethoxazole and trimethoprim|tablet|400 mg/80 mg,800 mg/160 mg
Neurontin|gabapentin|capsule|100 mg,300 mg,400 mg
Lyrica|pregabalin|capsule|25 mg,75 mg,150 mg
Zoloft|sertraline|tablet, film coated|25 mg,50 mg,100 mg
Lexapro|escitalopram|tablet, film coated|5 mg,10 mg,20 mg
Cymbalta|duloxetine|capsule, delayed release|20 mg,30 mg,60 mg
Wellbutrin XL|bupropion|tablet, extended release|150 mg,300 mg
Ambien|zolpidem|tablet, film coated|5 mg,10 mg
Xanax|alprazolam|tablet|0.25 mg,0.5 mg,1 mg
Imitrex|sumatriptan|tablet, film coated|25 mg,50 mg,100 mg
Topamax|topiramate|tablet, coated|25 mg,50 mg,100 mg
Zyrtec|cetirizine|tablet|5 mg,10 mg
Claritin|loratadine|tablet|10 mg
Lovenox|enoxaparin|injection, solution|40 mg/0.4 mL,60 mg/0.6 mL,80 mg/0.8 mL
Humira|adalimumab|injection, solution|40 mg/0.8 mL
K-Tab|potassium chloride|tablet, extended release|10 mEq,20 mEq
Flomax|tamsulosin|capsule|0.4 mg
Boniva|ibandronate|tablet, film coated|150 mg
`;

const lines = products
  .trim()
  .split('\n')
  .flatMap((line, product) => {
    const [brand = '', generic = '', form = '', strengths = ''] = line.split('|');
    return strengths.split(',').flatMap((strength, at) => {
      const ndc = (labeler: number) => `${labeler}-${String(1000 + product * 10 + at)}`;
      return [
        [brand, generic, strength, form, ndc(99901)],
        [generic[0]?.toUpperCase() + generic.slice(1), generic, strength, form, ndc(99902)],
      ];
    });
  });
const head =
  '# Sample data made by scripts/drug-directory.ts: names, strengths and forms are of real products, the NDCs are made up.';
writeFileSync(
  path.join(import.meta.dirname, '../server/src/rooms/drugs/directory.tsv'),
  [head, ...lines.map((cells) => cells.join('\t')), ''].join('\n'),
);
