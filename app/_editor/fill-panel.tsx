import { useRef } from "react";
import { ListAlert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/text-area-field";
import { useInSight } from "@/components/ui/use-in-sight";
import { useAnyForm } from "./editor-context";

const FIELD_ID = "metadata";

type FillPanelProps = {
	summary: string;
	label: string;
	button: string;
	/** Whether it is open before anything was filled in. */
	isOpen?: boolean;
};

/** Fills the form from the other party's metadata. Without scripts the button submits the form; it saves nothing. */
export function FillPanel({ summary, label, button, isOpen = false }: FillPanelProps) {
	const { result, request, canWrite } = useAnyForm();
	const panel = useRef<HTMLDivElement>(null);
	useInSight(panel, result.kind === "filled" ? result.fill : null);
	if (!canWrite) return null;
	const fill = result.kind === "filled" ? result.fill : null;
	return (
		<details open={isOpen || fill !== null} className="rounded-md border border-line">
			<summary className="px-3 py-2 text-sm font-medium">{summary}</summary>
			<div ref={panel} aria-live="polite" className="grid gap-3 px-3 pb-3 text-sm">
				<TextAreaField
					id={FIELD_ID}
					name={FIELD_ID}
					label={label}
					rows={4}
					className="font-mono text-xs"
					description="XML that begins with EntityDescriptor, up to 256 KB. It only fills the form; you check and save."
					error={fill?.refusal && `Nothing was filled in. ${fill.refusal}`}
				/>
				<Button
					name="intent"
					value="fill"
					className="justify-self-start"
					onClick={(event) => {
						const area = document.getElementById(FIELD_ID);
						if (!(area instanceof HTMLTextAreaElement)) return;
						event.preventDefault();
						request({ intent: "fill", metadata: area.value });
					}}
				>
					{button}
				</Button>
				<ListAlert tone="success" title="The form is filled in. Nothing is saved yet." items={fill?.notes ?? []} />
			</div>
		</details>
	);
}
