import { expect, test } from 'vitest';
import { type Described, isSameMedication, meets } from './medicine-names.ts';

/** As the directory of medications fills it in. */
const picked = (medicationName: string, generic: string, form = 'tablet, film coated'): Described => ({
  medicationName,
  description: `${generic}, ${form}, NDC 99901-1220`,
});
const named = (medicationName: string, description = ''): Described => ({ medicationName, description });

const augmentin = picked('Augmentin', 'amoxicillin and clavulanate potassium');
const lasix = picked('Lasix', 'furosemide', 'tablet');
const cozaar = picked('Cozaar', 'losartan potassium');
const orapred = picked('Orapred', 'prednisolone sodium phosphate', 'solution');
const fleet = picked('Fleet', 'sodium phosphate, dibasic and sodium phosphate, monobasic', 'enema');

test.each<[Described, Described]>([
  [lasix, named('Furosemide')],
  [augmentin, named('Amoxicillin 500 mg')],
  [augmentin, named('AMOXICILLIN 250MG CAPSULE')],
  [augmentin, named('AMOXICILLIN 400MG/5ML SUSP')],
  [augmentin, picked('Amoxil', 'amoxicillin', 'capsule')],
  [picked('Entresto', 'sacubitril and valsartan'), picked('Diovan', 'valsartan', 'tablet')],
  [picked('Toprol-XL', 'metoprolol succinate'), named('Metoprolol tartrate 25 mg')],
  [picked('Exforge', 'amlodipine besylate and valsartan'), picked('Entresto', 'sacubitril and valsartan')],
  [named('Lisinopril/HCTZ'), named('Lisinopril 10 mg tablet')],
  [named('Lisinopril 10 mg/HCTZ 12.5 mg'), named('HCTZ 25 mg')],
  [named('Lisinopril-HCTZ 10-12.5'), named('HCTZ 25 mg')],
  [named('Norco (hydrocodone/acetaminophen)'), named('Tylenol (acetaminophen)')],
  [named('Insulin glargine (Lantus)'), named('Lantus SoloStar pen')],
  [named('Penicillin'), named('Penicillin V 250 mg')],
  [named('Penicillins'), named('Penicillin V 250 mg')],
  [named('Penicillin G'), named('Penicillin VK 500 mg')],
  [named('Penicillin VK'), named('Penicillin V potassium 500 mg')],
  [named('Penicillin V'), named('Penicillin VK')],
  [named('Magnesium sulfate'), named('Magnesium sulphate')],
  [named('Sulphasalazine'), picked('Azulfidine', 'sulfasalazine', 'tablet')],
  [named('Aspirin, enteric coated'), named('Low dose aspirin')],
  // An allergy that stands beside the words for none.
  [named('No known allergies except penicillin'), named('Penicillin V 250 mg')],
  [named('No known drug allergies; aspirin'), named('Aspirin 81 mg')],
  [named('Penicillin allergy'), named('Penicillin V 250 mg')],
  [named('Allergic to penicillins'), named('Penicillin V 250 mg')],
  [named('Codeine - nausea'), named('Acetaminophen-codeine')],
  [picked('K-Tab', 'potassium chloride', 'tablet, extended release'), named('Potassium chloride 10 mEq')],
  // Strengths without their unit, and what else stands beside a name.
  [named('Metformin 500'), named('Metformin 1000')],
  [named('Percocet 5-325'), named('Percocet 10 mg-325 mg')],
  [named('Symbicort 160mcg-4.5mcg'), named('Symbicort 80 mcg-4.5 mcg per puff')],
  [named('Dulera 200 mcg-5 mcg'), named('Dulera 100 mcg-5 mcg/actuation')],
  [named('Penicillin G 5 million units'), named('Penicillin G')],
  [named('Methotrexate weekly'), named('Methotrexate 2.5 mg daily with food')],
  [named('Guaifenesin 100 mg/5 mL sugar free'), named('Guaifenesin (as needed)')],
  [named('Humalog 100 units/mL KwikPen'), named('Humalog 100 units/mL cartridge')],
  // Numbers that are part of a name.
  [named('Vitamin B12'), named('Vitamin B12 1000 mcg')],
  [named('Vitamin B-12'), named('Vitamin B12')],
  [named('Vitamin B 12 1000 mcg'), named('B-12')],
  [named('D3'), named('D3 1000units')],
  [named('Omega-3'), named('Omega 3 1000 mg')],
  [named('Omega-3 capsules'), named('Omega 3')],
  [named('Vitamin B 12 tablets'), named('Vitamin B12')],
  [named('Interferon beta-1a'), named('Interferon beta 1a 30 mcg')],
  [named('3TC'), named('3TC 150 mg')],
  [named('6MP'), named('6-MP 50 mg')],
  [named('5FU'), named('5-FU 50 mg/mL inj')],
  [named('5-Fluorouracil'), named('Fluorouracil 5% cream')],
  [named('E.E.S. 400'), named('EES')],
  [named('Ca 500 mg'), named('Ca')],
  // All substances that the directory names.
  [picked('Fioricet', 'butalbital, acetaminophen, and caffeine', 'capsule'), named('Tylenol (acetaminophen)')],
  [
    picked('Fioricet', 'butalbital, acetaminophen, and caffeine', 'capsule'),
    picked('Excedrin', 'aspirin, acetaminophen, and caffeine'),
  ],
  [
    picked('Symfi', 'efavirenz, lamivudine and tenofovir disoproxil fumarate'),
    picked('Delstrigo', 'doravirine, lamivudine, and tenofovir disoproxil fumarate'),
  ],
  [picked('Trizivir', 'abacavir sulfate, lamivudine, and zidovudine'), picked('Combivir', 'lamivudine and zidovudine')],
  [picked('Septra', 'sulfamethoxazole and trimethoprim'), named('Trimethoprim 100 mg')],
  // Salts and esters, and the suffixes of biosimilars.
  [picked('Viread', 'tenofovir disoproxil fumarate'), picked('Vemlidy', 'tenofovir alafenamide')],
  [picked('Flonase', 'fluticasone propionate'), picked('Arnuity', 'fluticasone furoate', 'powder')],
  [named('Betamethasone valerate 0.1%'), named('Betamethasone dipropionate')],
  [named('Testosterone cypionate'), named('Testosterone enanthate')],
  [named('Haloperidol decanoate'), named('Haloperidol lactate')],
  [named('Erythromycin ethylsuccinate'), named('Erythromycin stearate')],
  [named('Penicillin G benzathine'), named('Penicillin G procaine')],
  [named('Procaine'), named('Penicillin G procaine')],
  [named('Doxycycline hyclate'), named('Doxycycline monohydrate')],
  [named('Hydrocortisone sodium succinate'), named('Hydrocortisone butyrate')],
  [named('Hydrocortisone sodium succinate'), named('Hydrocortisone sodium phosphate')],
  [orapred, named('Prednisolone acetate')],
  [fleet, named('Sodium phosphate')],
  [picked('Semglee', 'insulin glargine-yfgn', 'injection'), picked('Rezvoglar', 'insulin glargine-aglr', 'injection')],
  [named('Pegfilgrastim-jmdb'), named('Pegfilgrastim-cbqv')],
  // Accents, composed and decomposed.
  [named('Caf\u00e9ine'), named('Cafeine 200 mg')],
  [named('Cafe\u0301ine'), named('Cafeine 200 mg')],
  [named('Caf\u00e9ine'), named('Cafe\u0301ine 200 mg')],
])('%j and %j are the same substance, whichever is the allergy', (one, other) => {
  expect([meets(one, other), meets(other, one)]).toEqual([true, true]);
  expect([isSameMedication(one, other), isSameMedication(other, one)]).toEqual([true, true]);
});

test.each(
  ['3TC', '6MP', '5FU', '5-FU', 'B-12', 'E.E.S. 400', 'K', 'Ca', '铁剂', '钙片', 'Cold & Flu', 'Water', 'Tums'].map(
    (name) => [name],
  ),
)('%s meets its own name', (name) => {
  expect([meets(named(name), named(name)), isSameMedication(named(name), named(name))]).toEqual([true, true]);
});

test.each<[string, Described, Described]>([
  ['a form', lasix, picked('Zocor', 'simvastatin', 'tablet')],
  ['a form', picked('', '', 'tablet, film coated'), picked('Zocor', 'simvastatin')],
  [
    'a form',
    picked('Lantus', 'insulin glargine', 'injection, solution'),
    picked('Lovenox', 'enoxaparin', 'injection, solution'),
  ],
  [
    'a form',
    picked('Herceptin', 'trastuzumab', 'injection, powder, lyophilized, for solution'),
    picked('Remicade', 'infliximab', 'injection, powder, lyophilized, for solution'),
  ],
  ['a form', picked('', 'castor oil', 'oil'), picked('', 'mineral oil', 'oil')],
  ['a form', picked('Zoladex', 'goserelin', 'implant'), picked('Nexplanon', 'etonogestrel', 'implant')],
  [
    'a form',
    picked('Testopel', 'testosterone', 'pellet, implantable'),
    picked('X', 'estradiol', 'pellet, implantable'),
  ],
  ['a form', picked('Nicorette', 'nicotine', 'gum, chewing'), picked('Aspergum', 'aspirin', 'gum, chewing')],
  ['a form', named('AMOXICILLIN 400MG/5ML SUSP'), named('CEFDINIR 250MG/5ML SUSP')],
  ['a form', named('Ozempic 2 mg/3 mL pen'), named('Humalog 100 units/mL pen')],
  ['a form', named('Albuterol 2.5 mg/3 mL neb'), named('Ipratropium 0.5 mg/2.5 mL neb')],
  ['a form', named('Ozempic 2 mg/3 mL whatever'), named('Humalog 100 units/mL whatever')],
  ['a strength', named('Coreg 25 mg'), named('Aldactone 25 mg')],
  ['a strength', named('Ventolin HFA 90 mcg/actuation'), named('Flovent HFA 110 mcg/actuation')],
  ['a strength', named('Percocet 5-325'), named('Norco 5-325')],
  ['a way of taking', named('Naproxen oral'), named('Ibuprofen oral suspension')],
  ['a way of taking', named('Ibuprofen (as needed)'), named('Loratadine (as needed)')],
  ['a way of taking', named('Methotrexate (weekly)'), named('Alendronate (weekly)')],
  ['a way of taking', named('Metformin with food'), named('Ibuprofen with food')],
  ['a way of releasing', named('Wellbutrin XL'), named('Toprol-XL')],
  ['a remark', named('Ibuprofen (OTC)'), named('Loratadine (OTC)')],
  ['a remark', named('Synthroid (brand)'), named('Lipitor (brand)')],
  ['a remark', named('Lisinopril (blood pressure)'), named('Amlodipine (blood pressure)')],
  ['a remark', named('DayQuil Cold & Flu'), named('Flu vaccine')],
  ['a remark', named('Penicillin (rash)'), named('Hydrocortisone', 'For rash')],
  ['a remark', named('Penicillin (rash)'), named('Hydrocortisone (rash)')],
  ['a remark', named('Penicillin (asthma)'), named('Albuterol (asthma)')],
  ['a remark', named('Penicillin (childhood)'), named('Amoxicillin (childhood)')],
  ['a remark', named('Insulin lispro (diabetes)'), named('Metformin (diabetes)')],
  ['a remark', named('Codeine (GI upset)'), named('Famotidine (GI upset)')],
  ['a remark', named('Codeine (itchy)'), named('Cetirizine (itchy)')],
  ['a way of taking', named('Metformin (BID)'), named('Lisinopril (BID)')],
  ['a way of taking', named('Trazodone (QHS)'), named('Melatonin (QHS)')],
  ['a strength', named('Tylenol (extra strength)'), named('Benadryl (extra strength)')],
  ['a strength', named('Aspirin (low dose)'), named('Naltrexone (low dose)')],
  ['a form', named('Aspirin, enteric coated'), named('Prednisone, enteric coated')],
  ['a remark', named('Codeine/nausea'), named('Ondansetron', 'for nausea')],
  ['a remark', named('Warfarin (clots)'), named('Aspirin', 'against clots')],
  ['a salt', picked('Toprol-XL', 'metoprolol succinate'), picked('Imitrex', 'sumatriptan succinate')],
  ['a salt', cozaar, named('Potassium chloride 10 mEq')],
  ['a salt', cozaar, named('Potassium')],
  ['a salt', augmentin, cozaar],
  ['a salt', picked('Aleve', 'naproxen sodium'), named('Sodium bicarbonate')],
  ['a salt', fleet, orapred],
  ['what a salt stands before', named('Zinc oxide'), named('Magnesium oxide')],
  ['a salt', fleet, picked('K-Phos', 'potassium phosphate, monobasic', 'tablet, soluble')],
  ['a salt', named('Dexamethasone sodium phosphate'), orapred],
  ['a suffix', named('Pegfilgrastim-jmdb'), named('Bevacizumab-jmdb')],
  ['a first word', picked('Lantus', 'insulin glargine'), picked('Humalog', 'insulin lispro')],
  ['a first word', named('Vitamin B12'), named('Vitamin D3')],
  ['a first word', named('Vitamin D'), named('Vitamin C')],
  ['a first word', named('Vitamin B-12'), named('Vitamin B-6')],
  ['a first word', named('Vitamin B 12'), named('Vitamin B 6')],
  ['a first word', named('Vitamin B-12 tablet'), named('Vitamin B-6 tablet')],
  ['a first word', named('Interferon beta-1a'), named('Interferon beta-1b')],
  ['a first word', named('Omega-3'), named('Omega 6')],
  ['a first word', named('PCV-13'), named('PCV-20')],
  ['the beginning of a word', named('Penicillamine'), named('Penicillin')],
  ['a letter', named('K'), named('Vitamin K')],
  ['a letter', named('Timolol (R)'), named('Latanoprost (R)')],
  ['that nothing is said', named('N/A', 'N/A'), named('Aspirin', 'N/A')],
  ['that nothing is said', named('N/A'), named('n/a')],
  ['that nothing is said', named('-'), named('-')],
  ['that nothing is known', named('None', 'No reaction to penicillin'), named('Penicillin')],
  ['that nothing is known', named('None'), named('None')],
  ['that nothing is known', named('Unknown'), named('Unknown')],
  ['that nothing is known', named('No known drug allergies'), named('No known drug allergies')],
  ['that nothing is known', named('No known food and drug allergies'), named('No known food and drug allergies')],
  ['that nothing is known', named('No known drug allergies; aspirin'), named('No known drug allergies; latex')],
])('%s in common makes no same substance of %j and %j', (_, one, other) => {
  expect([meets(one, other), meets(other, one)]).toEqual([false, false]);
  expect([isSameMedication(one, other), isSameMedication(other, one)]).toEqual([false, false]);
});

test('an allergy is looked for in what is said of a medication, and is not the same medication by that', () => {
  const taken = named('Plavix', 'Instead of aspirin');
  expect([meets(named('Aspirin'), taken), isSameMedication(named('Aspirin'), taken)]).toEqual([true, false]);
});

test('a name that the form has left empty is made up for by the generic one', () => {
  const taken = picked('', 'butalbital, acetaminophen, and caffeine');
  expect([meets(named('Acetaminophen'), taken), isSameMedication(named('Acetaminophen'), taken)]).toEqual([true, true]);
});
