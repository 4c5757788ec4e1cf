import { type ReactNode, type SyntheticEvent, useState } from "react";

type WithHelpLineProps = {
	/** Above the line. */
	tools: ReactNode;
	/** What the line says where no attribute is pointed at. */
	status: ReactNode;
	/** The attributes. */
	children: ReactNode;
};

type Help = { label: string; about: string };

/**
 * One line for the whole help of the attribute that is pointed at or has the focus: rows have room for its beginning only.
 * The line is always there, so nothing moves and nothing is covered by what it says. It repeats what describes the box, so
 * it is for the eye alone.
 */
export function WithHelpLine({ tools, status, children }: WithHelpLineProps) {
	const [help, setHelp] = useState<Help | null>(null);
	const show = ({ target }: SyntheticEvent) => setHelp(helpOf(target));
	// The mouse has gone: what has the focus has the line again.
	const leave = () => setHelp(helpOf(document.activeElement));
	return (
		<>
			{tools}
			<div className="help-line">
				{status}
				{help ? (
					<p aria-hidden="true" className="pointed-help">
						<strong className="font-medium text-ink">{help.label}</strong> {help.about}
					</p>
				) : null}
			</div>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; what is within is watched. */}
			<div onPointerOver={show} onFocus={show} onPointerLeave={leave} onBlur={() => setHelp(null)}>
				{children}
			</div>
		</>
	);
}

/** What there is to say of the attribute that an element belongs to. */
function helpOf(target: EventTarget | null): Help | null {
	const row = target instanceof Element ? target.closest(".attribute") : null;
	const [label, about] = ["label", ".about"].map((part) => row?.querySelector(part)?.textContent?.trim());
	return label && about ? { label, about } : null;
}
