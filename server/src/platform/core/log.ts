import pino from 'pino';

/** Structured lines on standard output. Callers hand in ids, codes and times, never what a person typed (PRV-05). */
export interface Log {
  debug: (event: string, fields?: Record<string, unknown>) => void;
  info: (event: string, fields?: Record<string, unknown>) => void;
  warn: (event: string, fields?: Record<string, unknown>) => void;
  error: (event: string, fields?: Record<string, unknown>) => void;
}

/** Names of fields that never reach a line, whoever hands them in (PRV-05). */
const secretFields = ['password', 'token', 'accessToken', 'authorization', 'cookie', 'secret'];

export function makeLog(level: string, write?: (line: string) => void): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name) => ({ level: name }) },
    redact: { paths: secretFields, remove: true },
  };
  const logger = write ? pino(options, { write }) : pino(options);
  return {
    debug: (event, fields) => logger.debug(fields ?? {}, event),
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, fields) => logger.error(fields ?? {}, event),
  };
}
