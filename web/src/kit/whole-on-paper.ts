/**
 * On paper a field is no larger than on the screen, and the end of what is in it would be missing: there its text stands in its place.
 * Whatever shows a field of which no end may be missing imports this. For the others `print.css` sizes a field of several lines by its
 * content, in browsers that can.
 */
import './whole-on-paper.css';

const fields = ['textarea', 'input:not([type])', ...['text', 'email', 'tel'].map((type) => `input[type="${type}"]`)];

let texts: HTMLElement[] = [];
const takeAway = () => {
  for (const text of texts) text.remove();
  texts = [];
};
const putInPlace = () => {
  takeAway();
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields.join())) {
    if (field.value === '') continue;
    const text = document.createElement('div');
    text.className = 'whole-on-paper';
    text.textContent = field.value;
    field.after(text);
    texts.push(text);
  }
};
window.addEventListener('beforeprint', putInPlace);
window.addEventListener('afterprint', takeAway);
