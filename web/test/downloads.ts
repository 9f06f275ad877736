/** The files that the browser is handed while a test runs. */
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';

export interface Download {
  name: string;
  text: Promise<string>;
}

/** A table begins with the mark by which spreadsheets know that it is UTF-8; the rest is what it says. */
export async function textOf(name: string, file: Blob | undefined): Promise<string> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer());
  if (!name.endsWith('.csv')) return text;
  expect(text.at(0)).toBe('\ufeff');
  return text.slice(1);
}

/** Keeps what the browser is handed from now on, and returns the way back. */
function keepIn(files: Download[]): () => void {
  const blobs = new Map<string, Blob>();
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:portal/${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: textOf(this.download, blobs.get(this.href)) });
  });
  return () => {
    made.mockRestore();
    clicked.mockRestore();
  };
}

/** In one test. */
export function watchDownloads(): Download[] {
  const files: Download[] = [];
  onTestFinished(keepIn(files));
  return files;
}

/** In every test of a file or a group, each of which begins at that moment. */
export function catchFiles(now: Date): Download[] {
  const files: Download[] = [];
  let letGo: () => void;
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now });
    letGo = keepIn(files);
  });
  afterEach(() => {
    files.length = 0;
    letGo();
    vi.useRealTimers();
  });
  return files;
}
