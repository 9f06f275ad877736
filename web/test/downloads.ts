/** The files that the browser is handed while a test runs. */
import { onTestFinished, vi } from 'vitest';

export interface Download {
  name: string;
  text: Promise<string>;
}

export function watchDownloads(): Download[] {
  const files: Download[] = [];
  const blobs = new Map<string, Blob>();
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:portal/${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') });
  });
  onTestFinished(() => {
    made.mockRestore();
    clicked.mockRestore();
  });
  return files;
}
