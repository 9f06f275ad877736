/** Runs beside the page: what ALTCHA makes to solve its puzzles. */
import 'altcha/workers/pbkdf2';
