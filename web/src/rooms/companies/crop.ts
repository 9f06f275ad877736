/** The part of a picture that a frame shows, and the file that is made of it. */

export interface View {
  /** 1 shows the whole picture. */
  zoom: number;
  /** The middle of what is shown, as parts of the picture. */
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export const wholeView: View = { zoom: 1, x: 0.5, y: 0.5 };
export const mostZoom = 4;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The view after a step to a side; it never leaves the picture. */
export const moved = (view: View, by: Pick<View, 'x' | 'y'>): View => ({
  ...view,
  x: within(view.x + by.x / view.zoom, 0, 1),
  y: within(view.y + by.y / view.zoom, 0, 1),
});

/** Where the picture lies in the frame: all of it at zoom 1, with free space at two sides. */
export function placeOf(picture: Size, frame: Size, { zoom, x, y }: View) {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height) * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const at = (room: number, size: number, middle: number) =>
    size <= room ? (room - size) / 2 : within(room / 2 - middle * size, room - size, 0);
  return { left: at(frame.width, width, x), top: at(frame.height, height, y), width, height };
}

export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, width, height } = placeOf(picture, canvas, view);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height);
}

/** What the canvas shows, as a file. */
export const fileOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be read'))), 'image/png'),
  );
