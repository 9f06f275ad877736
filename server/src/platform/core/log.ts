/** Structured lines on standard output. Callers hand in ids, codes and times, never what a person typed (PRV-05). */
export interface Log {
  debug: (event: string, fields?: Record<string, unknown>) => void;
  info: (event: string, fields?: Record<string, unknown>) => void;
  warn: (event: string, fields?: Record<string, unknown>) => void;
  error: (event: string, fields?: Record<string, unknown>) => void;
}

const levels = ['debug', 'info', 'warn', 'error', 'silent'];

export function makeLog(level: string, write: (line: string) => void = (line) => void process.stdout.write(line)): Log {
  const from = levels.indexOf(level);
  const at =
    (name: string) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (levels.indexOf(name) >= from)
        write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
