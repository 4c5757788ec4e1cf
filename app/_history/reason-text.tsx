import { InvisibleMark, Name, NameText } from "@/components/ui/name";
import type { ReasonPart } from "@/lib/dashboard/audit/tickets";

type ReasonTextProps = {
	/** Null where there is none: nothing is shown. */
	reason: readonly ReasonPart[] | null;
	/** Inside of what is pressed itself: without links. */
	isPlain?: boolean;
};

/** Why something was done, with tickets as links that open a new tab. */
export function ReasonText({ reason, isPlain = false }: ReasonTextProps) {
	if (reason === null) return null;
	const whole = reason.map(({ text }) => text).join("");
	if (isPlain || reason.every(({ href }) => href === undefined)) return <Name className="wrap-anywhere" text={whole} />;
	return (
		<span>
			<bdi className="wrap-anywhere">
				{reason.map(({ text, href }, index) =>
					href === undefined ? (
						// biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and their order is fixed.
						<BesideTicket key={index} text={text} />
					) : (
						// biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and their order is fixed.
						<a key={index} href={href} target="_blank" rel="noopener noreferrer" className="link">
							{text}
							<span className="sr-only"> (opens a new tab)</span>
						</a>
					),
				)}
			</bdi>
			<InvisibleMark text={whole} />
		</span>
	);
}

/** A reason has no space at either end: one at an end of this text stands between words. */
function BesideTicket({ text }: { text: string }) {
	const words = text.trim();
	if (words === "") return text;
	return (
		<>
			{text.startsWith(" ") ? " " : ""}
			<NameText text={words} />
			{text.endsWith(" ") ? " " : ""}
		</>
	);
}
