/** The hands of a person at one page: what they do is counted. A drag is one click. */
export class Hand {
  clicks = 0;
  keys = 0;

  constructor(page) {
    this.page = page;
  }

  get actions() {
    return this.clicks + this.keys;
  }

  async click(locator) {
    this.clicks += 1;
    await locator.click();
  }

  /** One key after the other; a chord such as `Alt+a` is one. */
  async press(...keys) {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** From one point of the window to another, with the button held. */
  async drag(from, to) {
    this.clicks += 1;
    const { mouse } = this.page;
    await mouse.move(...from);
    await mouse.down();
    await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await mouse.move(...to);
    await mouse.up();
  }
}
