/** What the palette's box asks of its list. */
export type ResultsHandle = {
	/** Moves to another option by an arrow, Home or End. False for every other key, and where there is no option. */
	move: (key: string) => boolean;
	/** Opens the active option, where one is. */
	go: () => void;
};
