/** A button of the tab that was pressed: a new one for every press. */
export type Press = { intent: string };
