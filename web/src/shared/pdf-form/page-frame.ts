/** Where a page of a PDF is seen: how its own coordinates and those of somebody who reads it belong together. */
import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFObject, type PDFPage } from '@cantoo/pdf-lib';
import { type Box, type PageShape, rounded } from './places.ts';

type Sides = readonly [left: number, bottom: number, right: number, top: number];

export interface PageFrame {
  /** What is shown of the page, in its own coordinates. */
  sides: Sides;
  /** By which it is turned to the right before it is shown. */
  turn: 0 | 90 | 180 | 270;
  /** Points of one of its units. */
  unit: number;
}

const letter: Sides = [0, 0, 612, 792];

/** As pdf.js reads it, so that fields lie on what is drawn. */
export function frameOf({ node }: PDFPage): PageFrame {
  const inherited = (name: string) => node.context.lookup(node.getInheritableAttribute(PDFName.of(name)));
  const media = sidesIn(inherited('MediaBox')) ?? letter;
  const crop = sidesIn(inherited('CropBox')) ?? media;
  const [left, bottom, right, top] = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  const rotate = inherited('Rotate');
  const turn = rotate instanceof PDFNumber ? ((rotate.asNumber() % 360) + 360) % 360 : 0;
  const unit = node.lookup(PDFName.of('UserUnit'));
  return {
    sides: right > left && top > bottom ? [left, bottom, right, top] : media,
    turn: turn === 90 || turn === 180 || turn === 270 ? turn : 0,
    unit: unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1,
  };
}

export function shapeOf({ sides: [left, bottom, right, top], turn, unit }: PageFrame): PageShape {
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** A rectangle of the PDF as it is seen. */
export function seen({ sides: [left, bottom, right, top], turn, unit }: PageFrame, rect: Sides): Box {
  const [x0, y0, x1, y1] = rect;
  const place = {
    0: [x0 - left, top - y1],
    90: [y0 - bottom, x0 - left],
    180: [right - x1, y0 - bottom],
    270: [top - y1, right - x1],
  }[turn] as [number, number];
  const size = turn === 90 || turn === 270 ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  const [x, y, width, height] = [...place, ...size].map((length) => rounded(length * unit)) as [
    number,
    number,
    number,
    number,
  ];
  return { x, y, width, height };
}

/** What is seen as a rectangle of the PDF. */
export function rectOf({ sides: [left, bottom, right, top], turn, unit }: PageFrame, box: Box): Sides {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((length) => length / unit) as [
    number,
    number,
    number,
    number,
  ];
  const rect = {
    0: [left + x, top - y - height, left + x + width, top - y],
    90: [left + y, bottom + x, left + y + height, bottom + x + width],
    180: [right - x - width, bottom + y, right - x, bottom + y + height],
    270: [right - y - height, top - x - width, right - y, top - x],
  }[turn];
  return rect.map(rounded) as unknown as Sides;
}

/** The sides of a rectangle, whichever of its corners it names. */
function sidesIn(object: PDFObject | undefined): Sides | null {
  if (!(object instanceof PDFArray) || object.size() !== 4) return null;
  const numbers = [0, 1, 2, 3]
    .map((at) => object.lookup(at))
    .map((one) => (one instanceof PDFNumber ? one.asNumber() : NaN));
  const [a, b, c, d] = numbers as [number, number, number, number];
  if (!numbers.every(Number.isFinite) || a === c || b === d) return null;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

export const rectIn = (widget: PDFDict): Sides | null => sidesIn(widget.lookup(PDFName.of('Rect')));
