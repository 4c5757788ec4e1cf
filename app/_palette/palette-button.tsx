import type { ReactNode } from "react";

type PaletteButtonProps = {
	shortcut: string;
	icon: ReactNode;
	onOpen: () => void;
	/** It is pointed at or has the focus. */
	onNear: () => void;
};

/** Opens the palette, which needs scripts. */
export function PaletteButton({ shortcut, icon, onOpen, onNear }: PaletteButtonProps) {
	return (
		<div className="ml-auto">
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K"
				onClick={onOpen}
				onPointerEnter={onNear}
				onFocus={onNear}
				className="script-only flex min-h-8 items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink md:min-w-64 md:border md:border-control/60 md:bg-surface"
			>
				{icon}
				<span className="max-md:sr-only">Search or jump to…</span>
				<span aria-hidden="true" className="ml-auto hidden pl-3 text-xs md:inline">
					{shortcut}
				</span>
			</button>
		</div>
	);
}
