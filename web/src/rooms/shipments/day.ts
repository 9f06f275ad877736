/** The rules of shipments go by the UTC day, as the server's do, so that both sides agree at every hour. */
export const shipmentDay = (): string => new Date().toISOString().slice(0, 10);
