import { Button } from "@/components/ui/button";

/** Keys to choose from. Buttons, and no list of the input's own: that would turn the text field into a combobox. */
export function KeySuggestions({ keys, onUse }: { keys: string[]; onUse: (key: string) => void }) {
	if (keys.length === 0) return null;
	return (
		<fieldset className="mt-4">
			<legend className="mb-1.5 text-sm text-muted">Keys on other tokens of this user</legend>
			<div className="flex flex-wrap gap-2">
				{keys.map((key) => (
					<Button key={key} type="button" aria-label={`Use ${key} as a key`} onClick={() => onUse(key)}>
						<code className="max-w-60 truncate text-xs">{key}</code>
					</Button>
				))}
			</div>
		</fieldset>
	);
}
