import { room } from '../room.ts';

export const documents = room({
  failures: {
    'document.too_large': { status: 413, message: 'File size is greater than 50MB' },
    'document.not_pdf': { status: 400, message: 'The file is not a PDF, or it is damaged.' },
    'document.encrypted': {
      status: 400,
      message: 'The PDF is protected with a password. Please upload it without one.',
    },
    'document.active': {
      status: 400,
      message:
        'The PDF contains scripts, embedded files or actions and was not accepted. Please upload it without them.',
    },
  },
  records: {
    document: { words: 'Document', key: 'document_id', pointers: ['document_id'] },
  },
  actions: {
    'document.found_damaged': 'Found a stored document damaged',
    'document.kept': 'Stored a document',
  },
});
