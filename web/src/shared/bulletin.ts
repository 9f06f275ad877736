/** DMO-11, OPC-98: a sample text, kept in this browser and written when it is missing. */
const key = 'bulletin';
const sample = 'Flu vaccines are available now. Please ask your patients whether they have had theirs this season.';

export function bulletin(): string {
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    localStorage.setItem(key, sample);
  } catch {
    // A browser without room for it shows the sample all the same.
  }
  return sample;
}
