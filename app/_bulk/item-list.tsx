import type { ReactNode } from "react";
import { CallReference } from "@/app/_page/problem-alert";
import { NameLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { atStart } from "@/lib/dashboard/change-in-words";
import type { BulkItem, BulkItemState, BulkRun } from "@/lib/dashboard/store/bulk-edit";
import type { BulkWhat } from "./bulk-controls";

type ItemListProps = {
	label: string;
	items: readonly BulkItem[];
	run: BulkRun;
	what: BulkWhat;
	/** The operation as a participle. */
	done: "changed" | "deleted" | "applied";
	lineOf: (item: BulkItem) => {
		/** The page of what the item is of; null where it does not exist. */
		href: string | null;
		name: string;
		/** Below the name. */
		detail: ReactNode;
		/** What the operation does to it. */
		effect: ReactNode;
		/** States for which this kind of item has its own text. */
		own: Partial<Record<BulkItemState, ReactNode>>;
	};
};

/** The items of a bulk edit: the operation's effect on each, and its planned or actual result. */
export function ItemList(props: ItemListProps) {
	const { label, items, lineOf } = props;
	return (
		<ul aria-label={label} className="border-t border-line text-sm">
			{items.map((item) => {
				const { href, name, detail, effect, own } = lineOf(item);
				return (
					<li
						key={item.position}
						className="grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 wrap-anywhere md:grid-cols-[2fr_3fr_2fr]"
					>
						<div>
							{href === null ? (
								<Name className="font-medium" text={name} />
							) : (
								<NameLink
									href={href}
									className="font-medium text-accent underline-offset-2 hover:underline"
									name={name}
								/>
							)}
							<div className="text-xs text-muted">{detail}</div>
						</div>
						{effect}
						<strong className="font-medium">{own[item.state] || resultInWords(item, props)}</strong>
					</li>
				);
			})}
		</ul>
	);
}

function resultInWords({ state, note }: BulkItem, { run, what, done }: ItemListProps): ReactNode {
	const reference = note.reference ? (
		<CallReference reference={note.reference} className="whitespace-nowrap text-accent underline">
			Reference{" "}
		</CallReference>
	) : null;
	switch (state) {
		case "planned":
			if (run === "proposed") return "Proposed";
			return run === "preview" ? `Would be ${done}` : run === "running" ? "Waiting" : "Not tried yet";
		case "writing":
			if (run === "proposed") return "Proposed";
			return `Being written. If the run was cut off here, Resume checks the ${what} first.`;
		case "done":
			return `${atStart(done)}. ${note.message ?? ""}`;
		case "refused":
			return (
				<>
					Refused: <q>{note.message}</q> {reference}
				</>
			);
		case "not-written":
			return `Not ${done} so far: no usable response came, so the ${what} was checked`;
		case "unconfirmed":
			return (
				<>
					Not confirmed: no usable response came, and checking it failed too. We can't tell whether it was {done}.{" "}
					{reference}
				</>
			);
		case "unread":
			return <>Not tried: it could not be read. {reference}</>;
		case "left":
			return "Left as it is";
		default:
			return "Left out";
	}
}
