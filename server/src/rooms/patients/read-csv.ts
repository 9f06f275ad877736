/** Lines of a CSV file (RFC 4180): quoted values may hold commas, quotes and line breaks. Null where a quote is left open. */
export function readCsv(text: string): { line: number; cells: string[] }[] | null {
  const rows: { line: number; cells: string[] }[] = [];
  let [cells, cell, quoted, line, begun] = [[] as string[], '', false, 1, 1];
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begun, cells });
    [cells, cell] = [[], ''];
  };
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\n') line += 1;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      begun = line;
    } else cell += char;
  }
  if (quoted) return null;
  endRow();
  return rows;
}
