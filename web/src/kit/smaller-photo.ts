/** Pixels of the longer side: enough to read a label by. */
const longest = 2_000;
/** What is no larger is sent as it is. */
const smallEnough = 1_048_576;

/** A photo as a phone makes it, small enough to be sent; anything else, and what this browser cannot read, stays as it is. */
export async function smallerPhoto(file: File): Promise<File> {
  const isFine = file.size <= smallEnough && /^image\/(png|jpeg|webp)$/.test(file.type);
  if (!file.type.startsWith('image/') || isFine || !('createImageBitmap' in window)) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return jpeg ? new File([jpeg], file.name.replace(/\.\w{1,5}$/, '.jpg'), { type: jpeg.type }) : file;
}
