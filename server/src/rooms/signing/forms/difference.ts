/** Why what came back is not taken, in words for whoever sent it. */
export class Difference extends Error {}
