import { type ReactNode, type SyntheticEvent, useState } from "react";

/**
 * One line for the whole help of the attribute under the pointer or with the focus: rows have room for its beginning only.
 * The line is always there, so its text moves and covers nothing. It repeats the box's description, so it is hidden from
 * assistive technology.
 * @param status the line's content while no attribute is under the pointer
 */
export function WithHelpLine({ status, children }: { status: ReactNode; children: ReactNode }) {
	const [help, setHelp] = useState<ReturnType<typeof helpOf>>(null);
	const show = ({ target }: SyntheticEvent) => setHelp(helpOf(target));
	// The pointer has left: the line shows the focused attribute again.
	const leave = () => setHelp(helpOf(document.activeElement));
	return (
		<>
			<div className="help-line relative flex min-h-6 items-center text-xs text-muted">
				<p role="status">{status}</p>
				{help ? (
					<p
						aria-hidden="true"
						className="absolute inset-0 hidden truncate bg-canvas leading-6 @min-[40rem]:pointer-fine:block"
					>
						<strong className="font-medium text-ink">{help.label}</strong> {help.about}
					</p>
				) : null}
			</div>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of its content. */}
			<div onPointerOver={show} onFocus={show} onPointerLeave={leave} onBlur={() => setHelp(null)}>
				{children}
			</div>
		</>
	);
}

/** The help of the attribute that an element belongs to. */
function helpOf(target: EventTarget | null) {
	const row = target instanceof Element ? target.closest(".rows > div") : null;
	const [label, about] = ["label", "label + *"].map((part) => row?.querySelector(part)?.textContent?.trim());
	return label && about ? { label, about } : null;
}
