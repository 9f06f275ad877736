/** Where a file was not read in the letters it was saved in, U+FFFD stands for each that is lost. */
export const hasLostLetters = (text: string): boolean => text.includes('\ufffd');
export const lostLetters = 'has letters that cannot be read. Save the file as “CSV UTF-8”.';
