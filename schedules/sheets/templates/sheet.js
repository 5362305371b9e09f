(function () {
  // The page works without this: it only adds a search box over the index of players.
  var box = document.getElementById("search"), nobody = document.getElementById("nobody");
  var items = Array.prototype.slice.call(document.querySelectorAll(".index li"));
  function plain(text) { return text.trim().toLowerCase().replace(/ё/g, "е"); }
  function filter() {
    var wanted = plain(box.value), shown = 0;
    items.forEach(function (item) {
      item.hidden = plain(item.textContent).indexOf(wanted) < 0;
      if (!item.hidden) { shown += 1; }
    });
    nobody.hidden = shown > 0;
  }
  box.hidden = false;
  box.addEventListener("input", filter);
  box.addEventListener("keydown", function (event) {
    var first = items.filter(function (item) { return !item.hidden; })[0];
    if (event.key === "Enter" && first) { location.hash = first.firstElementChild.hash; }
  });
})();
