import { CopyButton } from "./copy-button";

/** An identifier, whole and in code type, with a button that copies it. */
export function Identifier({ value, label }: { value: string; label: string }) {
	return (
		<span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
			<code className="break-all text-sm">{value}</code>
			<CopyButton text={value} label={label} />
		</span>
	);
}
