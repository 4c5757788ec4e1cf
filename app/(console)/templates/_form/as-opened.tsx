import { useEditInWords } from "./template-edit-context";

/** Marks what would follow every tick until it does: before the page's scripts have come, and where they never come. */
export function AsOpened() {
	const { isLive } = useEditInWords();
	return isLive ? null : <span className="text-xs font-normal text-muted"> (as opened)</span>;
}
